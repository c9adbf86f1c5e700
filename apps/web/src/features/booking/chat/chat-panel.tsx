/** The conversation as a window: a panel beside the page on a desk, the whole screen on a phone. */
import { Failure } from '@mi-portal/contract/failure'
import { IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useReducer, useRef } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import type { CurrentUser } from '../../../lib/session.ts'
import logo from '../../../ui/art/logo.svg'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { lastDay } from '../booking.queries.ts'
import { BookedLinks } from './booked-links.tsx'
import { askService } from './chat.queries.ts'
import classes from './chat-panel.module.css'
import { begin, next } from './conversation.flow.ts'
import { MessageField } from './message-field.tsx'
import { type Conversation, daysOf, type Reply, repliesOf, type Topic } from './replies.flow.ts'

interface ChatPanelProps {
  person: CurrentUser
  topic: Topic
  /** Another number begins anew, about the topic of then. */
  round: number
  opened: boolean
  onClose(): void
  /** Whether nothing is left to say: an hour is booked, waited for or not wanted. */
  onFinished(finished: boolean): void
}

const ends: readonly string[] = ['done', 'waiting', 'farewell']

export function ChatPanel(props: ChatPanelProps) {
  const { opened, onClose, onFinished } = props
  const [talk, tell] = useConversation(props)
  const wide = useWideScreen()
  const frame = useRef<HTMLDialogElement>(null)
  const answers = useRef<HTMLElement>(null)
  const titleId = useId()
  const days = daysOf(talk)
  const replies = repliesOf(talk)
  const isAsking = talk.asks.length > 0 && talk.trouble === null
  const finished = ends.includes(talk.step) && !isAsking

  useEffect(() => onFinished(finished), [finished, onFinished])
  useShown(frame, answers, opened, wide)
  useCloseOnLeave(opened && !wide, onClose)
  const scroll = useNewestInSight(opened, talk)

  function choose(reply: Reply) {
    tell({ kind: 'chosen', reply })
    // The button goes with the question it answered.
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
          <img src={logo} alt="" />
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
            tell({ kind: 'restarted', lastDay: lastDay() })
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
          {talk.lines.map(({ id, who, text }) =>
            who === 'clinic' ? (
              <p key={id} className={classes.clinic}>
                <img src={logo} alt="" className={classes.face} />
                <span className={classes.said}>
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
              {days.map(({ title, replies: hours }) => (
                <div key={title}>
                  <h3>{title}</h3>
                  <Replies replies={hours} onChoose={choose} />
                </div>
              ))}
            </div>
          )}
          {talk.step === 'done' && talk.booked && !isAsking && (
            <BookedLinks hour={talk.booked} isOwn={talk.booked.patient_id === props.person.id} />
          )}
          <Replies replies={replies} onChoose={choose} />
        </section>
      </div>
      <MessageField waits={isAsking} onSend={(text) => tell({ kind: 'typed', text })} />
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
          </span>
          {reply.hint && <span className={classes.hint}>{reply.hint}</span>}
        </button>
      ))}
    </div>
  )
}

/** Where the conversation stands, with the service asked whatever it wants to know. */
function useConversation({ person, topic, round }: ChatPanelProps) {
  const client = useQueryClient()
  const { id, first_name } = person
  const [talk, tell] = useReducer(next, null, () => begin(topic, { id, first_name }, lastDay()))

  const begunRound = useRef(round)
  useEffect(() => {
    if (begunRound.current === round) return
    begunRound.current = round
    tell({ kind: 'begun', topic, lastDay: lastDay() })
  }, [round, topic])

  const { turn, trouble } = talk
  const [question] = talk.asks
  useEffect(() => {
    if (!question || trouble !== null) return
    askService(client, { id, first_name }, question).then(
      (told) => tell({ kind: 'told', turn, told }),
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error
        const { status, message } = error
        tell({ kind: 'refused', turn, refusal: { status, message } })
      },
    )
  }, [client, id, first_name, question, turn, trouble])

  return [talk, tell] as const
}

/** On a desk the page beside it stays within reach; on a phone there is no page beside it. */
function useShown(
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

/** A window over the whole page must not hide the page that one of its links leads to. */
function useCloseOnLeave(active: boolean, onClose: () => void) {
  const router = useRouter()
  useEffect(
    () => (active ? router.subscribe('onBeforeNavigate', onClose) : undefined),
    [active, onClose, router],
  )
}

/** Brings each new message into sight, and what may be answered below it. */
function useNewestInSight(opened: boolean, talk: Conversation) {
  const scroll = useRef<HTMLDivElement>(null)
  const seen = useRef<Conversation | null>(null)
  useEffect(() => {
    const area = scroll.current
    const newest = area?.querySelector<HTMLElement>('[role="log"] > :last-child')
    if (!opened) seen.current = null
    if (!area || !newest || !opened || seen.current === talk) return
    seen.current = talk
    area.scrollTop = newest.offsetTop - 16
  })
  return scroll
}
