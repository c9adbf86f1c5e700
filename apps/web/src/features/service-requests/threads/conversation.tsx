/** The messages of a request, as the patient and the clinic wrote them, with the notes of staff. */
import type { StaffMessage } from '@mi-portal/contract/service-requests/threads'
import { IconLock } from '@tabler/icons-react'
import { formatTimestamp } from '../../../lib/dates.ts'
import { Initials } from '../../../ui/initials.tsx'
import { join, Spread } from '../../../ui/layout/layout.tsx'
import { AttachedFiles } from '../attached-files.tsx'

type Message = Omit<StaffMessage, 'author'> & { author: string }

interface ConversationProps {
  messages: readonly Message[]
  /** What the side that reads knows about the last message of the other one: when it was read. */
  readState?: string | undefined
  isStaff?: boolean
}

const emptyRequest = 'Envió la solicitud.'

export function Conversation({ messages, readState, isStaff = false }: ConversationProps) {
  return (
    <>
      <ol className="plain-list grid gap-6" aria-label="Mensajes">
        {messages.map((message, index) => (
          <li key={`${message.at} ${message.kind} ${message.text}`}>
            {message.kind === 'note' || message.kind === 'closing' ? (
              <Aside message={message} />
            ) : (
              <div className="flex gap-3">
                <Initials name={message.author} look={message.kind === 'request' ? 'aromo' : 'lapis'} />
                <div className="grid min-w-0 flex-1 gap-2">
                  <Spread>
                    <strong className="text-strong">{message.author}</strong>
                    <time className="type-meta text-muted" dateTime={message.at}>
                      {formatTimestamp(message.at)}
                    </time>
                  </Spread>
                  <p className="wrap-anywhere whitespace-pre-line">{message.text || emptyRequest}</p>
                  <AttachedFiles
                    label={`Archivos del mensaje ${index + 1}`}
                    files={message.files}
                    isStaff={isStaff}
                  />
                </div>
              </div>
            )}
          </li>
        ))}
      </ol>
      {readState && <p className="type-meta text-muted">{readState}</p>}
    </>
  )
}

/** A note between staff, or the reason of a closing: neither is a message to the other side alone. */
export function Aside({
  message: { kind, text, author, at },
}: {
  message: Pick<Message, 'kind' | 'text' | 'author' | 'at'>
}) {
  const isNote = kind === 'note'
  return (
    <div
      className={join(
        'grid gap-2 rounded-tile p-4',
        isNote ? 'bg-attention-soft text-attention' : 'border border-line-strong',
      )}
    >
      <Spread>
        <strong className="flex items-center gap-2">
          <IconLock size={18} stroke={1.75} aria-hidden /> {isNote ? 'Nota interna' : 'Cerrada'}
        </strong>
        <span className="type-meta">
          {isNote ? `${author} · ` : ''}
          {formatTimestamp(at)}
        </span>
      </Spread>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}
