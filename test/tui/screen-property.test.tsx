// Whatever happened before, the screen is what the state alone would draw: in the conversation.
import {testScreens} from '../support/screen-property.ts';

testScreens([1, 2, 3, 4]);
