/** Window of the conversation: a panel beside the page on a wide screen, full screen on a phone. */
import { ApiError } from '@mi-portal/contract/api-error'
import { IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useReducer, useRef } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import { isLayerEntry, useCloseOnBack } from '../../../ui/close-on-back.ts'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { lastDay } from '../booking.queries.ts'
import { BookedLinks } from './booked-links.tsx'
import { sendRequest } from './chat.queries.ts'
import classes from './chat-panel.module.css'
import { nextState } from './conversation/conversation.flow.ts'
import { repliesOf, shownDaysOf } from './conversation/replies.flow.ts'
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
  const days = shownDaysOf(conversation)
  const replies = repliesOf(conversation)
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
      className={classes.window}
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
      <header className={classes.head}>
        <span className={classes.sign}>
          <img src={portal.clinic.branding.logo} alt="" />
        </span>
        <div className={classes.names}>
          <h2 id={titleId}>Reserva tu hora</h2>
          <p>Asistente virtual de {portal.brand}</p>
        </div>
        <button
          type="button"
          className={classes.tool}
          aria-label="Empezar de nuevo"
          onClick={() => {
            dispatch({ kind: 'restarted', lastDay: lastDay() })
            answers.current?.focus()
          }}
        >
          <IconRefresh size={22} stroke={1.75} aria-hidden />
        </button>
        <button type="button" className={classes.tool} aria-label="Cerrar" onClick={onClose}>
          {wide ? (
            <IconChevronDown size={24} stroke={1.75} aria-hidden />
          ) : (
            <IconX size={26} stroke={1.75} aria-hidden />
          )}
        </button>
      </header>
      <div ref={scroll} className={classes.talk}>
        <div role="log" aria-label="Conversación" aria-busy={isAsking} className={classes.lines}>
          {conversation.lines.map(({ id, who, text }) =>
            who === 'clinic' ? (
              <p key={id} className={classes.clinic}>
                <img src={portal.clinic.branding.logo} alt="" className={classes.face} />
                <span className={classes.text}>
                  <span className={classes.unseen}>Asistente: </span>
                  {text}
                </span>
              </p>
            ) : (
              <p key={id} className={classes.person}>
                <span className={classes.unseen}>Tú: </span>
                {text}
              </p>
            ),
          )}
        </div>
        {isAsking && (
          <p className={classes.writing} aria-hidden>
            <span />
            <span />
            <span />
          </p>
        )}
        <section ref={answers} aria-label="Respuestas" tabIndex={-1} className={classes.answers}>
          {days.length > 0 && (
            <div className={`portal-card ${classes.days}`}>
              {days.map(({ title, replies: slots }) => (
                <div key={title}>
                  <h3>{title}</h3>
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

function Replies(props: { replies: readonly Reply[]; onChoose(reply: Reply): void }) {
  return (
    <div className={classes.replies}>
      {props.replies.map((reply) => (
        <button
          key={reply.name}
          type="button"
          className={reply.main ? `${classes.reply} ${classes.main}` : classes.reply}
          onClick={() => props.onChoose(reply)}
        >
          <span>
            {reply.short && <span className={classes.unseen}>{reply.short.before}</span>}{' '}
            {reply.short?.text ?? reply.name}
          </span>{' '}
          {reply.hint && <span className={classes.hint}>{reply.hint}</span>}
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
        if (!(error instanceof ApiError)) throw error
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
