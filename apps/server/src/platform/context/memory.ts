/** Creates the memory of a server. Each function that creates a state has one there. */
export function createMemory() {
  const states = new Map<() => unknown, unknown>()
  return <State>(create: () => State): State => {
    if (!states.has(create)) states.set(create, create())
    return states.get(create) as State
  }
}
