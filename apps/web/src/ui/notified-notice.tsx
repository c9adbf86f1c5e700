/** Shows staff what they did, and whom the answer says it notified. If there is none, the notice says whom to call. */
import type { Notified } from '@mi-portal/contract/notified'
import { describeNotified } from '../lib/notified.ts'
import { Notice } from './notice.tsx'

export function NotifiedNotice({ title, answer }: { title: string; answer: Notified }) {
  const { isUnnotified, text } = describeNotified(answer)
  return (
    <Notice kind={isUnnotified ? 'error' : 'success'} title={title} announce>
      {text}
    </Notice>
  )
}
