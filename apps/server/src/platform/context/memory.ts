import type { Context } from './context.ts'

export function createMemory(getContext: () => Context): Context['inMemory'] {
  const states = new Map<(ctx: Context) => unknown, unknown>()
  return <State>(create: (ctx: Context) => State): State => {
    if (!states.has(create)) states.set(create, create(getContext()))
    return states.get(create) as State
  }
}
