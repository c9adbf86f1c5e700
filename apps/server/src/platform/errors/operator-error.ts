/** An expected error of a program whose message is one line for the operator: what is wrong, and what to do about it. */
export class OperatorError extends Error {}
