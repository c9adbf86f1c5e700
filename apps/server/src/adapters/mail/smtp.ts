import { isEmail } from '@mi-portal/contract/values/email'
import type { MailMessage, MailOutcome, MailSender, MailTransport } from '../../ports/mail.ts'

type SmtpOptions = {
  /** `smtp://` (with STARTTLS if the server offers it) or `smtps://`, with user and password in the address. */
  readonly url: string
  readonly sender: () => MailSender
  /** Milliseconds; shorter in tests. */
  readonly timeouts?: typeof defaultTimeouts
}

const defaultTimeouts = {
  /** For the connection, and again for the server's greeting. */
  connect: 10_000,
  /** Without a byte from the server. */
  silence: 30_000,
  /** For one message as a whole, even if the server keeps answering slowly. */
  message: 60_000,
}

const connections = 4

/** Loads the library with the first message, because it is large and not needed without a mail server. */
async function openMailer(url: string, timeouts: typeof defaultTimeouts) {
  const { createTransport } = await import('nodemailer')
  const mailer = createTransport({
    pool: true,
    url,
    maxConnections: connections,
    maxMessages: 100,
    // One retry, for an idle connection that turns out to be closed before any byte of the message was sent.
    maxRequeues: 1,
    idleTimeout: 20_000,
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    requireTLS: needsEncryption(url),
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  mailer.use('stream', (mail, done) => {
    const { to } = mail.message.getEnvelope()
    done(to.length === 1 ? null : new Error(`a message for ${to.length} recipients`))
  })
  // The pool reports broken idle connections here. They are ignored, because the next message opens a new connection.
  mailer.on('error', () => {})
  return mailer
}

export function createSmtpTransport({ url, sender, timeouts = defaultTimeouts }: SmtpOptions): MailTransport {
  let opened: ReturnType<typeof openMailer> | undefined
  const mailer = () => {
    opened ??= openMailer(url, timeouts)
    return opened
  }

  /** Signs in without a message. Returns why that fails, or null. The answer can be logged: no recipient has been named yet. */
  async function findTrouble(): Promise<string | null> {
    return (await mailer()).verify().then(
      () => null,
      (error: unknown) => readError(error).reason,
    )
  }

  async function toOutcome(error: unknown): Promise<MailOutcome> {
    const { code, reply, permanent, reason } = readError(error)
    const short = reply === undefined ? `${code}` : `${code} ${reply}`
    if (reply !== undefined && reply !== 421 && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
      return { result: permanent ? 'refused' : 'failed', reason, cause: short }
    }
    const trouble = await findTrouble()
    return trouble === null
      ? { result: 'failed', reason, cause: short }
      : { result: 'unreachable', reason, cause: trouble }
  }

  return {
    send: async (message: MailMessage): Promise<MailOutcome> => {
      if (!isEmail(message.recipient))
        return { result: 'refused', reason: 'not exactly one address', cause: 'EADDRESS' }
      try {
        await (await mailer()).sendMail({
          // Objects and not strings, because a string would be parsed as a list of addresses.
          from: sender(),
          to: { name: '', address: message.recipient },
          envelope: { from: sender().address, to: [message.recipient] },
          subject: message.subject,
          messageId: message.messageId,
          date: message.createdAt,
          text: message.text,
          html: message.html,
          ...(message.calendar === null ? {} : { icalEvent: { ...message.calendar, filename: 'hora.ics' } }),
          textEncoding: 'quoted-printable',
          headers: {
            // Marks the mail as automatic, so that out-of-office messages do not answer it.
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            'content-language': 'es-CL',
            ...(message.unsubscribeUrl === null ? {} : { 'list-unsubscribe': `<${message.unsubscribeUrl}>` }),
          },
          signal: AbortSignal.timeout(timeouts.message),
        })
        return { result: 'sent' }
      } catch (error) {
        return toOutcome(error)
      }
    },
    close: () => {
      void opened?.then((mailer) => mailer.close({ force: true }))
    },
  }
}

/** Returns whether the connection must be encrypted: credentials are never sent unencrypted to another machine. */
function needsEncryption(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function readError(error: unknown) {
  if (!(error instanceof Error)) return { code: 'EUNKNOWN', reason: 'unknown', permanent: false }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const reply =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  const permanent = 'permanent' in error && error.permanent === true
  return { code, reply, permanent, reason: `${code}: ${error.message}`.slice(0, 300) }
}
