import { findWrongWording, type MailPassages } from '@mi-portal/contract/clinic/mail-wording'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../lib/browser/debounced.ts'
import { toInertMarkup } from '../../../lib/markup/trusted-markup.ts'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { mailDraftQuery } from '../clinic-admin.queries.ts'
import { getFieldLabel } from '../part-labels.rules.ts'

/** Milliseconds without typing before the preview is made again. */
const pauseMs = 400

/** A mail as patients get it, with the wording as it is typed and synthetic data. */
export function MailPreview({ mail, wording }: { mail: string; wording: MailPassages }) {
  const passages = useDebounced(wording, pauseMs)
  const wrong = findWrongWording({ [mail]: passages })
  return (
    <section className="p-4 border border-dashed border-line-strong rounded-md" aria-label="Vista previa">
      <h2>Vista previa</h2>
      <p>Así llega el correo, con los borradores de la clínica y datos inventados.</p>
      {wrong.length > 0 ? (
        <Notice kind="warning" title="Corrige el texto para ver el correo">
          <ul className="m-0 pl-4">
            {wrong.map(({ path, message, remedy }) => (
              <li key={path.join('.')}>
                {getFieldLabel(path.at(-1) ?? '')}: {message}. {remedy}.
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <RenderedMail mail={mail} passages={passages} />
      )}
    </section>
  )
}

function RenderedMail({ mail, passages }: { mail: string; passages: MailPassages }) {
  const query = useQuery({ ...mailDraftQuery(mail, passages), placeholderData: keepPreviousData })
  return (
    <QueryContent query={query}>
      {({ subject, html, text }) => (
        <>
          <p className="wrap-anywhere">
            <span className="text-muted">Asunto:</span> {subject}
          </p>
          <iframe
            className="w-full h-[560px] border border-line-strong rounded-md bg-card"
            title={`Mensaje: ${subject}`}
            sandbox=""
            srcDoc={toInertMarkup(html)}
          />
          <h3>Solo texto</h3>
          <pre className="m-0 p-4 rounded-md bg-sub whitespace-pre-wrap wrap-anywhere">{text}</pre>
        </>
      )}
    </QueryContent>
  )
}
