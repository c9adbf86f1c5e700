import {
  findWrongWording,
  listPlaceholders,
  type MailPassages,
  mailPassagesForm,
} from '@mi-portal/contract/clinic/mail-wording'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { mailsQuery, useSaveDraft } from './clinic-admin.queries.ts'
import { PackageProblems } from './package-problems.tsx'
import { PartForm } from './part-form/part-form.tsx'
import { MailPreview } from './previews/mail-preview.tsx'

interface MailsPartProps {
  /** The clinic's own wording, for each mail by passages. */
  wording: unknown
  /** The stored version of the part that the wording is. */
  basedOn: number | null
}

/** The wording of one mail at a time, with the mail as patients get it. Each change is saved as the draft of all mails. */
export function MailsPart({ wording, basedOn }: MailsPartProps) {
  const query = useQuery(mailsQuery)
  const { fila } = useSearch({ strict: false })
  const navigate = useNavigate()
  const save = useSaveDraft('mails')
  return (
    <div className="portal-card grid grid-cols-1 gap-4 p-6">
      <QueryContent query={query}>
        {(mails) => {
          const chosen = mails.find(({ name }) => name === fila)
          return (
            <>
              <SelectField
                label="Correo"
                description={chosen?.description ?? 'Elige el correo que quieres redactar.'}
                options={mails.map(({ name, title }) => ({ id: name, name: title }))}
                value={chosen?.name ?? ''}
                onChange={(name) => {
                  save.reset()
                  void navigate({
                    to: '/admin/clinica/$part',
                    params: { part: 'mails' },
                    search: { fila: name },
                    replace: true,
                  })
                }}
              />
              {save.isSuccess && save.data.errors.length === 0 && (
                <Notice kind="success" announce title="El borrador quedó guardado" />
              )}
              <PackageProblems title="No se guardó: hay errores" problems={save.data?.errors ?? []} />
              {chosen && (
                <WordingForm
                  // The form starts again from what the server stored, and for each mail.
                  key={`${chosen.name} ${basedOn}`}
                  mail={chosen.name}
                  passages={passagesOf(wording, chosen.name)}
                  save={{
                    ...save,
                    mutate: (passages, on) =>
                      save.mutate(
                        {
                          content: withPassages(wording, chosen.name, toPassages(passages)),
                          based_on: basedOn,
                        },
                        on,
                      ),
                  }}
                />
              )}
            </>
          )
        }}
      </QueryContent>
    </div>
  )
}

interface WordingFormProps {
  mail: string
  passages: MailPassages
  save: ComponentProps<typeof PartForm>['save']
}

function WordingForm({ mail, passages, save }: WordingFormProps) {
  const namesFor = (passage: string) =>
    listPlaceholders(mail, passage)
      .map((name) => `{${name}}`)
      .join(', ')
  return (
    <>
      <p className="block type-meta font-normal text-muted">
        Lo que dejas vacío conserva el texto del portal. En el asunto puedes usar {namesFor('subject')}; en
        los demás textos, {namesFor('opening')}.
      </p>
      <PartForm
        schema={mailPassagesForm}
        content={passages}
        validate={(content) =>
          Object.fromEntries(
            findWrongWording({ [mail]: toPassages(content) }).map(({ path, message, remedy }) => [
              path.at(-1) ?? '',
              `${message}. ${remedy}`,
            ]),
          )
        }
        recordId={`mails ${mail}`}
        save={save}
        preview={(typed) => <MailPreview mail={mail} wording={toPassages(typed)} />}
      />
    </>
  )
}

/** Returns the passages that an object holds; none of an object that is no wording. */
function toPassages(content: unknown): MailPassages {
  const read = mailPassagesForm.safeParse(content)
  return read.success ? read.data : {}
}

function passagesOf(wording: unknown, mail: string): MailPassages {
  return toPassages(Object.entries(wording ?? {}).find(([name]) => name === mail)?.[1])
}

/** Returns the wording of all mails with that of one mail replaced. A mail without own passages is left out. */
function withPassages(wording: unknown, mail: string, passages: MailPassages) {
  const others = Object.entries(wording ?? {}).filter(([name]) => name !== mail)
  return Object.fromEntries(Object.keys(passages).length === 0 ? others : [...others, [mail, passages]])
}
