/** Test e-mails («Probar Emails»): previews each e-mail of the product, and sends it to a few addresses. */
import { type MailTemplateEntry, mailTest, readAddresses } from '@mi-portal/contract/mailing'
import { IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { toInertMarkup } from '../../lib/markup/trusted-markup.ts'
import { getTestEmails, storeTestEmails } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { mailPreviewQuery, mailTemplatesQuery, useSendTestMail } from './mailing.queries.ts'

export function MailingPage() {
  const query = useQuery(mailTemplatesQuery)
  return (
    <>
      <PageHeading title="Probar Emails" lead="Los mensajes llevan datos inventados." />
      <QueryContent query={query} skeleton={<BlockSkeleton height={300} />}>
        {(templates) =>
          templates.length === 0 ? (
            <EmptyState icon={IconMailOff} title="No hay plantillas de email disponibles" />
          ) : (
            <TestForm templates={templates} />
          )
        }
      </QueryContent>
    </>
  )
}

function TestForm({ templates }: { templates: readonly MailTemplateEntry[] }) {
  const { plantilla } = useSearch({ strict: false })
  const navigate = useNavigate()
  const template = templates.find(({ id }) => id === plantilla)
  const [emails, setEmails] = useState(getTestEmails)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const send = useSendTestMail()
  const body = { emails: readAddresses(emails), emailId: template?.id }
  const validation = mailTest.safeParse(body)
  const fieldErrorOf = (field: 'emails' | 'emailId') =>
    isSubmitted ? validation.error?.issues.find(({ path }) => path[0] === field)?.message : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsSubmitted(true)
    storeTestEmails(emails)
    if (validation.success) send.mutate(validation.data)
  }

  return (
    <div className="grid gap-6">
      <form
        noValidate
        className="portal-card grid gap-4 px-6 pt-4 pb-6 max-w-[47.5rem] max-desktop:p-4"
        aria-label="Probar Emails"
        onSubmit={submit}
      >
        <SelectField
          label="Plantilla"
          description={template?.description}
          options={templates.map(({ id, title }) => ({ id, name: title }))}
          value={template ? String(template.id) : ''}
          onChange={(id) => {
            void navigate({
              to: '/admin/mailing',
              search: { plantilla: Number(id) || undefined },
              replace: true,
            })
            send.reset()
          }}
          error={fieldErrorOf('emailId')}
        />
        <TextField
          label="Emails"
          description="Uno o varios, separados por comas. Máximo 10."
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={emails}
          onChange={({ currentTarget }) => {
            setEmails(currentTarget.value)
            storeTestEmails(currentTarget.value)
            send.reset()
          }}
          error={fieldErrorOf('emails')}
        />
        {send.isSuccess && (
          <Notice kind="success" announce title="Email de prueba enviado exitosamente">
            {send.data.sent === 1 ? 'Se envió 1 mensaje.' : `Se enviaron ${send.data.sent} mensajes.`}
          </Notice>
        )}
        {send.isError && <ErrorNotice error={send.error} />}
        <div className="flex justify-end">
          <Button
            type="submit"
            loading={send.isPending}
            leftSection={<IconMailForward size={20} stroke={1.75} aria-hidden />}
          >
            ENVIAR
          </Button>
        </div>
      </form>
      {template && <Preview key={template.id} id={template.id} />}
    </div>
  )
}

function Preview({ id }: { id: number }) {
  const query = useQuery(mailPreviewQuery(id))
  return (
    <section className="portal-card grid gap-4 px-6 pt-4 pb-6 max-desktop:p-4" aria-label="Vista previa">
      <h2>Vista previa</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
        {({ subject, html }) => (
          <>
            <p className="wrap-anywhere">
              <span className="text-muted">Asunto:</span> {subject}
            </p>
            <iframe
              className="w-full h-[640px] border border-line-strong rounded-md bg-card"
              title={`Mensaje: ${subject}`}
              sandbox=""
              srcDoc={toInertMarkup(html)}
            />
          </>
        )}
      </QueryContent>
    </section>
  )
}
