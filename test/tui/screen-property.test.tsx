// After any history, the screen equals one drawn from the state alone: in the conversation.
import {testScreens} from '../support/screen-property.ts';

testScreens([1, 2, 3, 4]);
