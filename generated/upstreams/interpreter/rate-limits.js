// Made by the generator from spec/. Do not edit.
export {};
