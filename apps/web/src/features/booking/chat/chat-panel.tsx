/** Window of the conversation: a panel beside the page on a wide screen, full screen on a phone. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useReducer, useRef } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import { isLayerEntry, useCloseOnBack } from '../../../ui/close-on-back.ts'
import { join } from '../../../ui/layout/layout.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { lastDay } from '../booking.queries.ts'
import { BookedLinks } from './booked-links.tsx'
import { sendRequest } from './chat.queries.ts'
import classes from './chat-panel.module.css'
import { nextState } from './conversation/conversation.flow.ts'
import { listReplies, listShownDays } from './conversation/replies.flow.ts'
import { type Conversation, type Reply, startConversation, type Topic } from './conversation/state.flow.ts'
import { MessageField } from './message-field.tsx'

interface ChatPanelProps {
  person: CurrentUser
  topic: Topic
  /** A new number starts a new conversation about the current topic. */
  round: number
  opened: boolean
  onClose(): void
  /** Reports whether the conversation has ended: an appointment is booked, waited for or not wanted. */
  onFinished(finished: boolean): void
}

const finalSteps: readonly string[] = ['done', 'waiting', 'farewell']

export function ChatPanel(props: ChatPanelProps) {
  const { opened, onClose, onFinished } = props
  const [conversation, dispatch] = useConversation(props)
  const wide = useWideScreen()
  const frame = useRef<HTMLDialogElement>(null)
  const answers = useRef<HTMLElement>(null)
  const titleId = useId()
  const days = listShownDays(conversation)
  const replies = listReplies(conversation)
  const isAsking = conversation.asks.length > 0 && conversation.errorMessage === null
  const finished = finalSteps.includes(conversation.step) && !isAsking

  useEffect(() => onFinished(finished), [finished, onFinished])
  useOpenWindow(frame, answers, opened, wide)
  useCloseOnLeave(opened && !wide, onClose)
  useCloseOnBack(opened && !wide, onClose)
  const scroll = useScrollToNewest(opened, conversation)

  function choose(reply: Reply) {
    dispatch({ kind: 'chosen', reply })
    // The pressed button disappears with its question, so the focus moves to the replies.
    answers.current?.focus()
  }

  return (
    <dialog
      ref={frame}
      className={`${classes.window} animate-sheet`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <header className="always-dark flex flex-none items-center gap-3 bg-bar py-4 pr-3 pl-4 text-strong">
        <span className="always-light grid size-9 flex-none place-items-center rounded-md bg-card">
          <img className="size-8 rounded-sm" src={portal.clinic.branding.logo} alt="" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="type-body font-display">
            Reserva tu hora
          </h2>
          <p className="type-meta text-muted">Asistente virtual de {portal.brand}</p>
        </div>
        <button
          type="button"
          className="grid size-11 flex-none cursor-pointer place-items-center rounded-md border-0 bg-transparent text-strong hover:bg-raised"
          aria-label="Empezar de nuevo"
          onClick={() => {
            dispatch({ kind: 'restarted', lastDay: lastDay() })
            answers.current?.focus()
          }}
        >
          <IconRefresh size={22} stroke={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className="grid size-11 flex-none cursor-pointer place-items-center rounded-md border-0 bg-transparent text-strong hover:bg-raised"
          aria-label="Cerrar"
          onClick={onClose}
        >
          {wide ? (
            <IconChevronDown size={24} stroke={1.75} aria-hidden />
          ) : (
            <IconX size={26} stroke={1.75} aria-hidden />
          )}
        </button>
      </header>
      <div
        ref={scroll}
        className="relative flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 pt-6 pb-4 max-desktop:[&>:first-child]:mt-auto"
      >
        <div role="log" aria-label="Conversación" aria-busy={isAsking} className="grid gap-3">
          {conversation.lines.map(({ id, who, text }) =>
            who === 'clinic' ? (
              <p key={id} className="mr-11 flex items-start gap-2">
                <img src={portal.clinic.branding.logo} alt="" className="size-8 flex-none rounded-sm" />
                <span className="min-w-0 rounded-tile rounded-tl-sm bg-card px-4 py-3 text-strong">
                  <span className="portal-hidden">Asistente: </span>
                  {text}
                </span>
              </p>
            ) : (
              <p
                key={id}
                className="ml-16 min-w-0 justify-self-end rounded-tile rounded-tr-sm bg-action px-4 py-3 text-on-action"
              >
                <span className="portal-hidden">Tú: </span>
                {text}
              </p>
            ),
          )}
        </div>
        {isAsking && (
          <p className="ml-10 flex animate-skeleton gap-1 p-3" aria-hidden>
            {[1, 2, 3].map((dot) => (
              <span key={dot} className="size-2 rounded-full bg-control" />
            ))}
          </p>
        )}
        <section
          ref={answers}
          aria-label="Respuestas"
          tabIndex={-1}
          className="ml-10 grid gap-3 focus:outline-none"
        >
          {days.length > 0 && (
            <div className="portal-card grid gap-3 p-4">
              {days.map(({ title, replies: slots }) => (
                <div key={title}>
                  <h3 className="mb-2">{title}</h3>
                  <Replies replies={slots} onChoose={choose} />
                </div>
              ))}
            </div>
          )}
          {conversation.step === 'done' && conversation.booked && !isAsking && (
            <BookedLinks
              appointment={conversation.booked}
              isOwn={conversation.booked.patient_id === props.person.id}
            />
          )}
          <Replies replies={replies} onChoose={choose} />
        </section>
      </div>
      <MessageField waits={isAsking} onSend={(text) => dispatch({ kind: 'typed', text })} />
    </dialog>
  )
}

const replyClass =
  'pressable relative grid min-h-11 cursor-pointer place-items-center rounded-picture border border-action px-4 py-2 text-center font-strong'

function Replies(props: { replies: readonly Reply[]; onChoose(reply: Reply): void }) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {props.replies.map((reply) => (
        <button
          key={reply.name}
          type="button"
          className={join(
            replyClass,
            reply.main ? 'bg-action text-on-action' : 'bg-card text-link hover:bg-soft',
          )}
          onClick={() => props.onChoose(reply)}
        >
          <span>
            {reply.short && <span className="portal-hidden">{reply.short.before}</span>}{' '}
            {reply.short?.text ?? reply.name}
          </span>{' '}
          {reply.hint && <span className="type-meta font-normal">{reply.hint}</span>}
        </button>
      ))}
    </div>
  )
}

/** Runs the conversation: returns its state and dispatch, and sends the requests that the state asks for. */
function useConversation({ person, topic, round }: ChatPanelProps) {
  const client = useQueryClient()
  const { id, first_name } = person
  const [conversation, dispatch] = useReducer(nextState, null, () =>
    startConversation(topic, { id, first_name }, lastDay()),
  )

  const startedRound = useRef(round)
  useEffect(() => {
    if (startedRound.current === round) return
    startedRound.current = round
    dispatch({ kind: 'begun', topic, lastDay: lastDay() })
  }, [round, topic])

  const { turn, errorMessage } = conversation
  const [request] = conversation.asks
  useEffect(() => {
    if (!request || errorMessage !== null) return
    sendRequest(client, { id, first_name }, request).then(
      (answer) => dispatch({ kind: 'answered', turn, answer }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        const { status, message } = error
        dispatch({ kind: 'failed', turn, error: { status, message } })
      },
    )
  }, [client, id, first_name, request, turn, errorMessage])

  return [conversation, dispatch] as const
}

/**
 * Opens the window without blocking the page on a wide screen, and as a modal dialog on a phone, where it covers the
 * page.
 */
function useOpenWindow(
  frame: RefObject<HTMLDialogElement | null>,
  start: RefObject<HTMLElement | null>,
  opened: boolean,
  wide: boolean,
) {
  useEffect(() => {
    const dialog = frame.current
    if (!dialog || !opened) return
    if (wide) dialog.show()
    else dialog.showModal()
    start.current?.focus()
    return () => dialog.close()
  }, [frame, start, opened, wide])
}

/** Closes the full-screen window on navigation, so that it does not hide the page that was opened. */
function useCloseOnLeave(active: boolean, onClose: () => void) {
  const router = useRouter()
  useEffect(
    () =>
      active
        ? router.subscribe('onBeforeNavigate', ({ toLocation }) => {
            if (!isLayerEntry(toLocation)) onClose()
          })
        : undefined,
    [active, onClose, router],
  )
}

/** Scrolls each new message, and the replies below it, into view. */
function useScrollToNewest(opened: boolean, conversation: Conversation) {
  const scroll = useRef<HTMLDivElement>(null)
  const seen = useRef<Conversation | null>(null)
  useEffect(() => {
    const area = scroll.current
    const newest = area?.querySelector<HTMLElement>('[role="log"] > :last-child')
    if (!opened) seen.current = null
    if (!area || !newest || !opened || seen.current === conversation) return
    seen.current = conversation
    area.scrollTop = newest.offsetTop - 16
  })
  return scroll
}
