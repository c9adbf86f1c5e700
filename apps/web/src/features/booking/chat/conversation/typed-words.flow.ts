/** Finds out which choice typed words mean. Pure. */
import { applyMove } from './choices.flow.ts'
import { findMatches } from './conversation.rules.ts'
import { listReplies, listShownDays, professionalReply, serviceReply } from './replies.flow.ts'
import { addLine, type Conversation, type Reply } from './state.flow.ts'

/**
 * Maximum number of matches for typed words that are offered for choosing; with more matches the text counts as not
 * understood.
 */
const maxMatches = 8

/** Matches typed text to the offered replies, then to the specialties and professionals of the clinic. */
export function applyTypedText(state: Conversation, text: string): Conversation {
  if (text === '' || (state.asks.length > 0 && state.errorMessage === null)) return state
  const withText = addLine(state, text, 'person')
  const offered = findMatches(text, [
    ...listReplies(state),
    ...listShownDays(state).flatMap(({ replies }) => replies),
  ])
  const known = state.errorMessage === null ? generalRepliesOf(state) : []
  const meant = offered.length > 0 ? offered : findMatches(text, known)
  const [only] = meant
  if (only && meant.length === 1) return applyMove({ ...withText, meant: [] }, only.move)
  if (meant.length === 0 || meant.length > maxMatches)
    return addLine(withText, 'No te entendí, elige una opción')
  return addLine({ ...withText, meant }, '¿A cuál te refieres?')
}

/** Returns the specialties and professionals as replies; typed text can name them at any step. */
function generalRepliesOf(state: Conversation): Reply[] {
  return [...state.clinic.services.map(serviceReply), ...state.clinic.professionals.map(professionalReply)]
}
