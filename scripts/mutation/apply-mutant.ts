import type { Mutant } from './mutants.ts'

/** Returns the text with the mutation. Throws if the text to replace is missing or occurs more than once. */
export function applyMutant(text: string, mutant: Mutant): string {
  const places = text.split(mutant.find).length - 1
  if (places !== 1) {
    throw new Error(`"${mutant.name}": its place stands ${places} times in ${mutant.file}, not once`)
  }
  if (mutant.find === mutant.replace) throw new Error(`"${mutant.name}" changes nothing`)
  // The replacement is a function, because the text may contain `$`.
  return text.replace(mutant.find, () => mutant.replace)
}
