import { NoticeBar, noticeAction } from '../../../ui/rows/notice-bar.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useDeclinePasskeys } from '../../session/passkey.queries.ts'

/** Offers to sign in with the device to a user who cannot do so yet, until the user sets it up or declines. */
export function PasskeyOffer({ isStaff, onDismiss }: { isStaff: boolean; onDismiss(): void }) {
  const decline = useDeclinePasskeys()
  return (
    <NoticeBar
      onDismiss={() => {
        decline.mutate()
        onDismiss()
      }}
      action={
        <TextLink to={isStaff ? '/admin/seguridad' : '/dashboard/seguridad'} className={noticeAction}>
          Activar
        </TextLink>
      }
    >
      Entra con tu huella, tu cara o un PIN.
    </NoticeBar>
  )
}
