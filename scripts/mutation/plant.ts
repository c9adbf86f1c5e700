import type { Fault } from './faults.ts'

/** Returns the text with the fault in it. Throws if the text to replace is missing or occurs more than once. */
export function plant(text: string, fault: Fault): string {
  const places = text.split(fault.find).length - 1
  if (places !== 1) {
    throw new Error(`"${fault.name}": its place stands ${places} times in ${fault.file}, not once`)
  }
  if (fault.find === fault.replace) throw new Error(`"${fault.name}" changes nothing`)
  // The replacement is a function, because the text may contain `$`.
  return text.replace(fault.find, () => fault.replace)
}
