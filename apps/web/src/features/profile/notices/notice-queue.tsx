/** At the top of the home page and of «Mi cuenta»: one line about what the account needs, the most important first. */
import { documentType } from '@mi-portal/contract/values/document-number'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { NoticeBar } from '../../../ui/rows/notice-bar.tsx'
import { passkeysQuery } from '../../session/passkey.queries.ts'
import { emailStateQuery } from '../email/email.queries.ts'
import { EmailNotice } from './email-notice.tsx'
import { EmailQuestion } from './email-question.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'

export function NoticeQueue() {
  const user = useCurrentUser()
  // The server rejects every call of a session with a temporary password, except changing it.
  return user && !user.temporary_key_status && <UserNotices user={user} />
}

function UserNotices({ user }: { user: CurrentUser }) {
  const { data: email } = useQuery(emailStateQuery(user.id))
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: 'PublicKeyCredential' in window })
  const [isClosed, close] = useClosedNotice()
  if (isClosed || !email) return null
  if (!email.verified)
    return <EmailNotice {...email} isPatient={user.rol === 'STANDART_ROLE'} onDismiss={close} />
  if (user.document_type_id === documentType.passport)
    return <NoticeBar onDismiss={close}>Tus imágenes se retiran en la clínica, o entra con tu RUN.</NoticeBar>
  if (email.question) return <EmailQuestion userId={user.id} email={email.email} onDismiss={close} />
  return passkeys?.offered && <PasskeyOffer isStaff={user.rol !== 'STANDART_ROLE'} onDismiss={close} />
}

/** Whether the notice of this visit was closed: the next one waits for the next visit. */
function useClosedNotice() {
  const client = useQueryClient()
  const queryKey = ['closed-notice']
  const { data = false } = useQuery({
    queryKey,
    queryFn: () => false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return [data, () => client.setQueryData(queryKey, true)] as const
}
