/** Calls `run`, which runs the statement, and returns its result. `name` is null if the statement has no name. */
export type Observe = <T>(name: string | null, text: string, run: () => Promise<T>) => Promise<T>
