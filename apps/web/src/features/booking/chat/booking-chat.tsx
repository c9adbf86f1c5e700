/** Opens the booking conversation on any patient page: from the help, or from a page that passes a topic. */
import { createContext, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import type { Topic } from './conversation/state.flow.ts'

// The panel's code is loaded when a conversation first opens.
const ChatPanel = lazyComponent(async () => (await import('./chat-panel.tsx')).ChatPanel)

const OpenChat = createContext<(topic: Topic) => void>(() => undefined)
const ResumeChat = createContext<() => void>(() => undefined)

/** Returns a function that starts a new conversation about a topic. */
export function useBookingChat(): (topic: Topic) => void {
  return use(OpenChat)
}

/** Returns a function that opens the last conversation, or a new one about the topic of the page. */
export function useChatLauncher(): () => void {
  return use(ResumeChat)
}

interface StartedConversation {
  /** The user who owns the conversation; another user who signs in does not see it. */
  readonly ownerId: number
  readonly topic: Topic
  /** Increases with each new topic. */
  readonly round: number
}

interface BookingChatProps {
  /** The topic of a conversation that is not started by a page. */
  offered: Topic
  children: ReactNode
}

export function BookingChat({ offered, children }: BookingChatProps) {
  const user = useCurrentUser()
  const [started, setStarted] = useState<StartedConversation | null>(null)
  const [opened, setOpened] = useState(false)
  const [finished, setFinished] = useState(false)
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
    if (!isUnderWay) return open(offered)
    opener.current = document.activeElement
    setOpened(true)
  }

  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const from = opener.current
      const back = from instanceof HTMLElement && from.isConnected && from !== document.body ? from : null
      ;(back ?? document.getElementById('contenido'))?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <OpenChat value={open}>
      <ResumeChat value={resume}>{children}</ResumeChat>
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
