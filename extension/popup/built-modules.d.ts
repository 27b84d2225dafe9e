/** The modules that the build makes from the code that the popup shares with other pages. */
declare module '*/view.js';
declare module '*/shared.js';
declare module '*/base.js';
