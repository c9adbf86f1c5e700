/** What is verified against when there is no account, so that an unknown document costs as much as a known one. */

// Of a random password that nobody kept, with these settings: what is tried against it costs as much as any other.
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$xQJzGZbOOGg7L1j79Y+zIw$bNFq+isIEWUpmTSTM1SGT9E88GjMFD+si5RzjNiXNzg'
