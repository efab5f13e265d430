// Stands in for react-devtools-core in the bundle: a released terminal UI has no developer tools.
export default {};
