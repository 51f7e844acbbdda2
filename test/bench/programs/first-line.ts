// When the first line of a program runs that imports nothing: milliseconds after the process began.
console.log(performance.now());

export {};
