export type PushTarget = {
  readonly endpoint: string
  /** The browser's public key and secret (RFC 8291), in base64url. */
  readonly p256dh: string
  readonly auth: string
}

/** The key pair that identifies this installation to push services (RFC 8292), in base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/**
 * What became of a push message.
 * - `gone`: the browser has no such subscription any more.
 * - `failed`: the push service did not take the message now. It can be sent again.
 */
type PushOutcome = 'sent' | 'gone' | 'failed'

export type PushService = {
  /**
   * Returns whether messages may be sent to this address. The address comes from a browser, so only known push services are
   * allowed: otherwise a caller could make the server send requests to other systems.
   */
  readonly isAllowed: (endpoint: string) => boolean
  readonly createKeys: () => PushKeys
  /** Encrypts and sends a message. It never throws and ends within ten seconds. */
  readonly send: (target: PushTarget, message: object, keys: PushKeys) => Promise<PushOutcome>
}
