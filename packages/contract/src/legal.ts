/** Legal texts: one source for the dialog, the page and the PDF, each with its version. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { id } from './values/ids.ts'

const legalKinds = ['terms', 'privacy', 'family_group'] as const
export type LegalKind = (typeof legalKinds)[number]

const params = z.object({ kind: z.enum(legalKinds, 'Texto legal inválido') })

export const legalEndpoints = {
  current: {
    method: 'GET',
    path: '/legals/texts/{kind}',
    access: 'public',
    summary: 'The text in force, as sanitised HTML',
    params,
    cache: 'catalogue',
    reply: z.object({
      legalText: z.object({ id: id(), text: z.string(), version: z.string(), valid_from: z.string() }),
    }),
  },
  pdf: {
    method: 'GET',
    path: '/legals/texts/{kind}/pdf',
    access: 'public',
    summary: 'The same text as PDF',
    params,
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
