import { describeOwnMail } from '../../../lib/notified.ts'
import { NoticeBar, noticeAction } from '../../../ui/rows/notice-bar.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useResendVerification } from '../email/email.queries.ts'
import { confirmEmail } from '../profile.rules.ts'

interface EmailNoticeProps {
  email: string | null
  /** A new address that waits for its link. */
  pending: string | null
  isPatient: boolean
  onDismiss(): void
}

/** Says that the user's e-mail address is not verified, with one way to change that. */
export function EmailNotice({ email, pending, isPatient, onDismiss }: EmailNoticeProps) {
  const resend = useResendVerification()
  if (resend.data)
    return (
      <NoticeBar announce onDismiss={onDismiss}>
        {describeOwnMail(resend.data)}.
      </NoticeBar>
    )
  if (resend.error)
    return (
      <NoticeBar announce onDismiss={onDismiss}>
        {resend.error.message}
      </NoticeBar>
    )
  if (email !== null && pending === null)
    return (
      <NoticeBar
        onDismiss={onDismiss}
        action={
          <button
            type="button"
            className={noticeAction}
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
          >
            Reenviar
          </button>
        }
      >
        {confirmEmail}
      </NoticeBar>
    )
  return (
    <NoticeBar
      onDismiss={onDismiss}
      action={
        isPatient && (
          <TextLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }} className={noticeAction}>
            {pending === null ? 'Agregar' : 'Corregir'}
          </TextLink>
        )
      }
    >
      {pending === null
        ? 'Agrega tu correo para recibir avisos.'
        : `Abre el enlace que enviamos a ${pending}.`}
    </NoticeBar>
  )
}
