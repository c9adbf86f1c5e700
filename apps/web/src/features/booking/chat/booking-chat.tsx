/** Opens the booking conversation on any patient page, by a floating button or from a page that passes a topic. */
import { IconMessage2 } from '@tabler/icons-react'
import { createContext, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import classes from './booking-chat.module.css'
import type { Topic } from './conversation/state.flow.ts'

// The panel's code is loaded when a conversation first opens.
const ChatPanel = lazyComponent(async () => (await import('./chat-panel.tsx')).ChatPanel)

const OpenChat = createContext<(topic: Topic) => void>(() => undefined)

/** Returns a function that starts a new conversation about a topic. */
export function useBookingChat(): (topic: Topic) => void {
  return use(OpenChat)
}

interface StartedConversation {
  /** The user who owns the conversation; another user who signs in does not see it. */
  readonly ownerId: number
  readonly topic: Topic
  /** Increases with each new topic. */
  readonly round: number
}

interface BookingChatProps {
  /**
   * The topic that the current page offers. A conversation that was started and closed can be reopenQuestion on every page.
   */
  offered: Topic | null
  children: ReactNode
}

export function BookingChat({ offered, children }: BookingChatProps) {
  const user = useCurrentUser()
  const [started, setStarted] = useState<StartedConversation | null>(null)
  const [opened, setOpened] = useState(false)
  const [finished, setFinished] = useState(false)
  const launcher = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element | null>(null)
  const conversation = started?.ownerId === user?.id ? started : null
  const isOpen = opened && conversation !== null

  function open(topic: Topic) {
    if (!user) return
    opener.current = document.activeElement
    setStarted((last) => ({ ownerId: user.id, topic, round: (last?.round ?? 0) + 1 }))
    setFinished(false)
    setOpened(true)
  }

  /** Reopens the conversation where it was left; a finished conversation starts over. */
  function resume() {
    const isUnderWay = conversation !== null && !finished
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
    <OpenChat value={open}>
      {children}
      {!isOpen && (offered !== null || (conversation !== null && !finished)) && (
        <button
          ref={launcher}
          type="button"
          className={classes.launcher}
          aria-haspopup="dialog"
          onClick={resume}
        >
          <IconMessage2 size={24} stroke={1.75} aria-hidden />
          <span>Agenda por chat</span>
        </button>
      )}
      {user && conversation && (
        <Suspense>
          <ChatPanel
            key={conversation.ownerId}
            person={user}
            topic={conversation.topic}
            round={conversation.round}
            opened={opened}
            onClose={() => setOpened(false)}
            onFinished={setFinished}
          />
        </Suspense>
      )}
    </OpenChat>
  )
}
