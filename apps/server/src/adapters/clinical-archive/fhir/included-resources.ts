import * as z from 'zod/mini'

type Resource = { readonly resourceType: string; readonly id: string }

export function isResource(value: unknown): value is Resource {
  return (
    typeof value === 'object' &&
    value !== null &&
    'resourceType' in value &&
    typeof value.resourceType === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  )
}

export class IncludedResources {
  readonly #found = new Map<string, unknown>()
  readonly #noteUnreadable: LogUnreadable

  constructor(logUnreadable: LogUnreadable) {
    this.#noteUnreadable = logUnreadable
  }

  add(resources: readonly unknown[]): void {
    for (const one of resources) if (isResource(one)) this.#found.set(`${one.resourceType}/${one.id}`, one)
  }

  has(target: string): boolean {
    return this.#found.has(target)
  }

  get<T extends z.ZodMiniType>(schema: T, target: string | null): z.output<T> | undefined {
    const found = target === null ? undefined : this.#found.get(target)
    if (found === undefined) return undefined
    const read = z.safeParse(schema, found)
    if (read.success) return read.data
    this.#noteUnreadable(found, read.error.issues)
    return undefined
  }
}

type Issue = { readonly path: readonly PropertyKey[] }

export type LogUnreadable = (resource: unknown, issues: readonly Issue[]) => void

/** The number of resources that are logged at most. A server with more of them has the same error in all. */
const maxLogged = 1_000

export function createUnreadableLog(logger: {
  readonly warn: (fields: object, message: string) => void
}): LogUnreadable {
  const noted = new Set<string>()
  return (resource, issues) => {
    const named =
      isResource(resource) &&
      /^[A-Za-z]+\/[A-Za-z0-9\-.]{1,64}$/.test(`${resource.resourceType}/${resource.id}`)
    const name = named ? `${resource.resourceType}/${resource.id}` : 'a resource without type or id'
    if (noted.has(name) || noted.size >= maxLogged) return
    noted.add(name)
    const element = issues[0]?.path.map(String).join('.') ?? ''
    logger.warn(
      { resource: name, element, count: noted.size },
      'clinical archive: a resource cannot be used and is left out',
    )
  }
}
