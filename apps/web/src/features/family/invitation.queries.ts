/** Queries of the pages that the links of an invitation's e-mail open. */
import { invitationEndpoints, type Landing } from '@mi-portal/contract/family/invitations'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['family', 'invitation', token],
    queryFn: ({ signal }) =>
      call(
        invitationEndpoints.openInvitation,
        { body: { token } },
        { signal, fallback: 'Error al cargar las solicitudes' },
      ),
    // The invitation is not reloaded. A decision on another device is not shown; after a decision here the page
    // changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Asks the server whether it signed the address of a landing page; does not ask without a valid one. */
export function landingQuery(body: Landing | undefined) {
  return queryOptions({
    queryKey: ['family', 'landing', body],
    queryFn: body ? ({ signal }) => call(invitationEndpoints.judgeLanding, { body }, { signal }) : skipToken,
    retry: false,
  })
}
