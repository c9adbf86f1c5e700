import { reopeningDays } from '@mi-portal/contract/service-requests/threads'

type Entry = {
  /** Null for the text of the request and its first answer. */
  readonly id: number | null
  readonly kind: 'request' | 'answer' | 'closing' | 'note'
  readonly author_id: number
  readonly author: string | null
  readonly text: string
  readonly created_at: Date
}

type Request = {
  readonly requester_id: number
  readonly created_at: Date
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly answered_by: number | null
}

/** Returns the conversation, oldest first. It always begins with the text of the request, even if it is empty. */
export function toConversation(request: Request, text: string, messages: readonly Entry[]): readonly Entry[] {
  const { answer, answered_at, answered_by, requester_id, created_at } = request
  const question: Entry = {
    ...{ id: null, kind: 'request', author_id: requester_id, author: null },
    ...{ text, created_at },
  }
  const first: readonly Entry[] =
    answer === null || answered_at === null
      ? []
      : [
          {
            ...{ id: null, kind: 'answer', author_id: answered_by ?? 0, author: null },
            ...{ text: answer, created_at: answered_at },
          },
        ]
  return [question, ...first, ...messages].toSorted(
    (one, other) => one.created_at.getTime() - other.created_at.getTime(),
  )
}

type Sent = { readonly author_id: number; readonly text: string; readonly seen: number }

/**
 * Compares what a sender saw with the conversation. `repeated`: the sender's last message came after what they saw and has the same text, so it
 * is sent again because its answer got lost. `outdated`: there are messages that the sender did not see.
 */
export function compareSeen(
  conversation: readonly Entry[],
  { author_id, text, seen }: Sent,
): 'current' | 'repeated' | 'outdated' {
  const unseen = conversation.filter(({ kind }) => kind !== 'note').slice(seen)
  if (unseen.some((entry) => entry.author_id === author_id && entry.text === text)) return 'repeated'
  return unseen.length > 0 ? 'outdated' : 'current'
}

export function mayReopen(closed_at: Date | null, now: Date): boolean {
  return closed_at === null || now.getTime() - closed_at.getTime() <= reopeningDays * 86_400_000
}
