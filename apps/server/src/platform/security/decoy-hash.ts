// The hash of a random password that was discarded. It has the same settings as real hashes, so that verifying takes as long.
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$xQJzGZbOOGg7L1j79Y+zIw$bNFq+isIEWUpmTSTM1SGT9E88GjMFD+si5RzjNiXNzg'
