// Stands in for a package in the bundle whose code a released Rooster never runs.
export default {};
