import type { InboxMatter } from '@mi-portal/contract/service-requests/inbox'
import { matchingAny, paging, positive, searchParams } from '../../../lib/search-params.ts'

// Repeated here because every page's script contains the addresses, but only the inbox page loads the schemas.
const matters = [
  'documents',
  'budgets',
  'contact',
  'imaging',
  'privacy',
] as const satisfies readonly InboxMatter[]

/** Inbox of staff: the listed requests, and the open one. */
export const inboxSearch = searchParams({
  matter: matchingAny(...matters),
  estado: matchingAny('asignada', 'atrasada', 'respondida'),
  ...paging,
  id: positive,
})
