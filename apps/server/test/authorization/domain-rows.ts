/** What the domains bring for the authorization tests, in their `<domain>.authorization.ts`. */
import { globSync } from 'node:fs'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '../../src/modules')
const files = globSync('**/*.authorization.ts', { cwd: modules }).sort()
const brought = await Promise.all(files.map((file): Promise<object> => import(join(modules, file))))

export const domainRows = brought.flatMap((domain): unknown[] => Object.values(domain))

/** Statements that insert a row with texts for each person: `$1` has the ids, `$2` the time. */
export const personRows: readonly string[] = domainRows.filter((value) => typeof value === 'string')
