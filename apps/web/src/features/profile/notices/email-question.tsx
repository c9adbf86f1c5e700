import { NoticeBar, noticeAction } from '../../../ui/rows/notice-bar.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useAnswerEmailQuestion } from '../email/email.queries.ts'

interface EmailQuestionProps {
  userId: number
  email: string | null
  onDismiss(): void
}

/** Asks once a year whether the user's e-mail address is still theirs. */
export function EmailQuestion({ userId, email, onDismiss }: EmailQuestionProps) {
  const answer = useAnswerEmailQuestion(userId)
  if (answer.error)
    return (
      <NoticeBar announce onDismiss={onDismiss}>
        {answer.error.message}
      </NoticeBar>
    )
  const reply = (value: 'yes' | 'later') => answer.mutate(value, { onSuccess: onDismiss })
  return (
    <NoticeBar
      onDismiss={() => reply('later')}
      action={
        <>
          <button
            type="button"
            className={noticeAction}
            disabled={answer.isPending}
            onClick={() => reply('yes')}
          >
            Sí
          </button>
          <TextLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }} className={noticeAction}>
            Cambiar
          </TextLink>
        </>
      }
    >
      ¿Sigue siendo tu correo {email}?
    </NoticeBar>
  )
}
