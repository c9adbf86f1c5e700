/**
 * Reads the query parameters of an address. Each page lists its parameters in a `.search.ts` file; anything else in an
 * address is dropped. The script of every page has all these lists, which is why they are not zod schemas: zod is an
 * eighth of what a first visit may load.
 */
import { isDay } from '@mi-portal/contract/values/dates'
import { portal } from './portal-config.ts'

/** Returns the value of a parameter, or undefined if it has none or a wrong one. In a link within the portal it has its type already. */
type Reader<Value> = (value: unknown) => Value | undefined

/** The parameters of a page, each with its reader. */
type Readers = Readonly<Record<string, Reader<unknown>>>

type Search<Parameters extends Readers> = {
  [Name in keyof Parameters]?: Exclude<ReturnType<Parameters[Name]>, undefined>
}

/** Returns the function with which a route reads its parameters. */
export function searchParams<Parameters extends Readers>(readers: Parameters) {
  return (raw: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(raw[name])]),
    ) as Search<Parameters>
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads a text that the pattern matches as a whole. */
export function matching(pattern: RegExp): Reader<string> {
  const whole = new RegExp(`^(?:${pattern.source})$`)
  return (value) => (typeof value === 'string' && whole.test(value) ? value : undefined)
}

/** Reads a positive integer. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export function flag(value: unknown): true | undefined {
  return value === true || value === 'true' || value === '1' ? true : undefined
}

/** Reads a day, `YYYY-MM-DD`. */
export function day(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined
}

/** Reads one of the given texts. */
export function matchingAny<const Value extends string>(...values: Value[]): Reader<Value> {
  return (value) => values.find((one) => one === value)
}

/** Reads the code of a specialty or a procedure. */
export const code = matching(/[A-Za-z0-9_-]{1,12}/)

/** Reads the code of a site of the published clinic. */
export function siteCode(value: unknown): string | undefined {
  return portal.clinic.sites.find(({ code }) => code === value)?.code
}

/** The page of a list and, if they are not the usual ones, the number of its rows and their order. */
export const paging = { page: positive, filas: positive, orden: matching(/-?[a-z_]{1,30}/) }

/** The page of a list whose search text is only in the history. */
export const pageSearch = searchParams(paging)
