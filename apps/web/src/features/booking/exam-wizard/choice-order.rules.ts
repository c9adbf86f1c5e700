/** Returns the choices after one of them is made; it clears those that come later in the order. */
export function applyInOrder<Choices extends object, Name extends keyof Choices>(
  order: readonly (keyof Choices)[],
  choices: Choices,
  name: Name,
  value: Choices[Name],
): Partial<Choices> {
  const chosen: Partial<Choices> = { ...choices, [name]: value }
  for (const later of order.slice(order.indexOf(name) + 1)) delete chosen[later]
  return chosen
}
