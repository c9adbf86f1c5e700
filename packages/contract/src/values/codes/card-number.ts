import { typedCode } from './code-schema.ts'

/** The number printed on an identity card: letters and digits. */
export function cardNumber() {
  const wrong = 'Digita número de documento válido'
  return typedCode(/^[A-Z0-9]{6,11}$/, wrong, 'Digita número de documento')
}
