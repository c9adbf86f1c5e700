/**
 * State machine of the guided conversation that books an appointment. A reply of the person or an answer of the
 * service leads to the next state, which holds what is shown and which requests to send. Pure.
 */

import type { Day } from '@mi-portal/contract/values/dates'
import { applyAnswer, applyError, type ServiceAnswer, type ServiceError } from './answers.flow.ts'
import { applyReply, restart } from './choices.flow.ts'
import type { Conversation, Reply, Topic } from './state.flow.ts'
import { applyTypedText } from './typed-words.flow.ts'

export type Event =
  | { readonly kind: 'chosen'; readonly reply: Reply }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'answered'; readonly turn: number; readonly answer: ServiceAnswer }
  | { readonly kind: 'failed'; readonly turn: number; readonly error: ServiceError }
  | { readonly kind: 'begun'; readonly topic: Topic; readonly lastDay: Day }
  | { readonly kind: 'restarted'; readonly lastDay: Day }

/** Returns the next state. A late answer, or an event that does not fit the step, changes nothing. */
export function nextState(state: Conversation, event: Event): Conversation {
  switch (event.kind) {
    case 'chosen':
      return applyReply(state, event.reply)
    case 'typed':
      return applyTypedText(state, event.text.trim())
    case 'answered':
      return event.turn === state.turn ? applyAnswer(state, event.answer) : state
    case 'failed':
      return event.turn === state.turn ? applyError(state, event.error) : state
    case 'begun':
      return restart(state, event.topic, event.lastDay)
    case 'restarted':
      return restart(state, state.topic, event.lastDay)
  }
}
