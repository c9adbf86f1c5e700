/** Asks once a year whether the user's e-mail address is still theirs. */

import { IconMailQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { emailStateQuery, useAnswerEmailQuestion } from './email.queries.ts'

export function EmailQuestion({ userId }: { userId: number }) {
  const { data } = useQuery(emailStateQuery(userId))
  const answer = useAnswerEmailQuestion(userId)
  if (!data?.question) return null
  return (
    <Notice
      kind="info"
      icon={IconMailQuestion}
      title="¿Sigue siendo tu correo?"
      actions={
        <>
          <Button size="xs" loading={answer.isPending} onClick={() => answer.mutate('yes')}>
            Sí, es mi correo
          </Button>
          <ButtonLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }} size="xs" variant="outline">
            Cambiar
          </ButtonLink>
          <Button
            size="xs"
            variant="subtle"
            disabled={answer.isPending}
            onClick={() => answer.mutate('later')}
          >
            Ahora no
          </Button>
        </>
      }
    >
      Te escribimos a <strong>{data.email}</strong>. Lo preguntamos una vez al año, para que tus avisos no
      lleguen a otra persona.
      {answer.isError && <ErrorNotice error={answer.error} />}
    </Notice>
  )
}
