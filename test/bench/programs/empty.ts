// The floor: a compiled program that does nothing.
export {};
