/** Whoever wants to know of every statement runs it themself. `name` is null where a statement has none. */
export type Observe = <T>(name: string | null, text: string, run: () => Promise<T>) => Promise<T>
