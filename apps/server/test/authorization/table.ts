/** The authorization matrix: the status of every endpoint of the contract for each kind of caller. Each domain brings its rows. */

import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { defineCases, type EndpointCases, open } from './cases.ts'
import { domainRows } from './domain-rows.ts'

export const table: readonly EndpointCases[] = [
  ...domainRows.filter((value) => Array.isArray(value)).flat(),
  ...defineCases('robot-check', robotCheckEndpoints, { challenge: open() }),
]
