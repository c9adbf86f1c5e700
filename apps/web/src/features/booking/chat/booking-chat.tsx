/** The way into the conversation from any page of the area: a floating button, or whatever page opens it with a topic. */
import { IconMessage2 } from '@tabler/icons-react'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import classes from './booking-chat.module.css'
import type { Topic } from './replies.flow.ts'

// Its script comes with the first conversation.
const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }))

const Opening = createContext<(topic: Topic) => void>(() => undefined)

/** Opens the conversation about something, from its beginning. */
export function useBookingChat(): (topic: Topic) => void {
  return use(Opening)
}

interface Talk {
  /** Whose it is: nobody finds what another person has said. */
  readonly ownerId: number
  readonly topic: Topic
  /** Grows with each new topic. */
  readonly round: number
}

interface BookingChatProps {
  /** What the page on screen offers to talk about; begun and closed, the conversation is offered everywhere. */
  offered: Topic | null
  children: ReactNode
}

export function BookingChat({ offered, children }: BookingChatProps) {
  const user = useCurrentUser()
  const [begun, setBegun] = useState<Talk | null>(null)
  const [opened, setOpened] = useState(false)
  const [finished, setFinished] = useState(false)
  const launcher = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element | null>(null)
  const talk = begun?.ownerId === user?.id ? begun : null
  const isOpen = opened && talk !== null

  function open(topic: Topic) {
    if (!user) return
    opener.current = document.activeElement
    setBegun((last) => ({ ownerId: user.id, topic, round: (last?.round ?? 0) + 1 }))
    setFinished(false)
    setOpened(true)
  }

  /** Where it was left; what came to its end begins anew. */
  function goOn() {
    const isUnderWay = talk !== null && !finished
    if (!isUnderWay && offered) return open(offered)
    opener.current = document.activeElement
    setOpened(true)
  }

  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const from = opener.current
      const back = from instanceof HTMLElement && from.isConnected && from !== document.body ? from : null
      ;(back ?? launcher.current ?? document.getElementById('contenido'))?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <Opening value={open}>
      {children}
      {!isOpen && (offered !== null || (talk !== null && !finished)) && (
        <button
          ref={launcher}
          type="button"
          className={classes.launcher}
          aria-haspopup="dialog"
          onClick={goOn}
        >
          <IconMessage2 size={24} stroke={1.75} aria-hidden />
          <span>Agenda por chat</span>
        </button>
      )}
      {user && talk && (
        <Suspense>
          <ChatPanel
            key={talk.ownerId}
            person={user}
            topic={talk.topic}
            round={talk.round}
            opened={opened}
            onClose={() => setOpened(false)}
            onFinished={setFinished}
          />
        </Suspense>
      )}
    </Opening>
  )
}
