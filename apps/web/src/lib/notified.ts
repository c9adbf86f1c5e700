/** The sentences about whom a call notified. They say only what its answer says. */
import type { Notified, NotNotifiedReason } from '@mi-portal/contract/notified'

const ofCaller: Readonly<Record<NotNotifiedReason, string>> = {
  no_address: 'porque tu cuenta no tiene e-mail',
  unverified: 'porque tu e-mail aún no está confirmado',
  guardian_mailbox: 'porque tu e-mail lo usa o lo escribió quien te representa',
  channel_off: 'porque elegiste recibir estos avisos por otros medios',
  in_turn: 'porque elegiste que salga solo si no lees antes el aviso',
  no_account: 'porque no tienes una cuenta',
  deceased: 'porque la clínica registró un fallecimiento',
  no_mail_server: 'porque el portal no tiene un servidor de correo',
}
const ofPatient: Readonly<Record<NotNotifiedReason, string>> = {
  no_address: 'no tiene e-mail',
  unverified: 'su e-mail aún no está confirmado',
  guardian_mailbox: 'su e-mail lo usa o lo escribió quien le representa',
  channel_off: 'eligió no recibir estos avisos por correo',
  in_turn: 'saldrá solo si no lee antes el aviso',
  no_account: 'no tiene una cuenta',
  deceased: 'la persona falleció',
  no_mail_server: 'el portal no tiene un servidor de correo',
}

const mailedTo = ({ notified = [] }: Notified) =>
  notified.filter(({ channel }) => channel === 'email').map(({ to }) => to)

/** Returns what callers read about the mail to themselves, without a full stop; null if the call had no one to notify. */
export function describeOwnMail(answer: Notified): string | null {
  const [address] = mailedTo(answer)
  if (address !== undefined) return `Te enviamos un correo a ${address}`
  if (!answer.not_notified) return null
  return `No te enviamos un correo, ${ofCaller[answer.not_notified]}`
}

/** Returns what callers read about the answer to a request that they sent, without a full stop: the promised time, and the way. */
export function describeReply(promised: string, answer: Notified): string {
  const when = `En un plazo de ${promised} te responderemos`
  if (mailedTo(answer).length > 0) return `${when} por correo electrónico`
  if (!answer.not_notified) return when
  return `${when} en el portal, sin correo, ${ofCaller[answer.not_notified]}`
}

/** Returns what staff read about the people whom a call notified, and whether there are none. */
export function describeNotified(answer: Notified): {
  readonly isUnnotified: boolean
  readonly text: string
} {
  const { notified = [], not_notified, call_phone } = answer
  const addresses = mailedTo(answer)
  if (addresses.length > 0)
    return { isUnnotified: false, text: `Avisamos por correo a ${addresses.join(' y ')}.` }
  const because = not_notified ? `: ${ofPatient[not_notified]}` : ''
  if (notified.length > 0)
    return { isUnnotified: false, text: `Avisamos en el portal, sin correo${because}.` }
  if (!not_notified) return { isUnnotified: false, text: '' }
  const remedy = call_phone ? `llama al ${call_phone}` : 'y no tenemos su teléfono'
  return { isUnnotified: true, text: `Nadie fue avisado${call_phone ? ':' : ','} ${remedy}.` }
}
