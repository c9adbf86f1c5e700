import { createSigner, type Signer } from '../security/tokens.ts'
import type { Context } from './context.ts'

const createSigners = () => new Map<string, Signer>()

export function getSigner({ inMemory, config }: Context, purpose: string): Signer {
  const signers = inMemory(createSigners)
  const known = signers.get(purpose) ?? createSigner(config.secrets, purpose)
  signers.set(purpose, known)
  return known
}
