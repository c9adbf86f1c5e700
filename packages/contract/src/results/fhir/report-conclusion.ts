import { conceptWords, type FhirConcept } from './elements.ts'

type Concluded = {
  readonly conclusion?: string | undefined
  readonly conclusionCode?: readonly FhirConcept[] | undefined
}

/** Returns the conclusion followed by its conclusion codes, each as text or else as its code; null without either. */
export function formatConclusion({ conclusion, conclusionCode = [] }: Concluded): string | null {
  const coded = conclusionCode.flatMap(
    (one) => conceptWords(one) ?? one.coding?.find(({ code }) => code)?.code ?? [],
  )
  return [conclusion?.trim() ?? '', ...coded].filter((words) => words !== '').join('\n') || null
}
