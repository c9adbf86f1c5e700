import { createContext, useContext } from 'react'

/** What fields of a part can point to: the images and sites of the package, as they are with the unpublished changes. */
export type PartChoices = {
  readonly images: readonly { readonly name: string; readonly address: string }[]
  readonly sites: readonly { readonly code: string; readonly name: string }[]
}

export const PartChoicesContext = createContext<PartChoices>({ images: [], sites: [] })

export function usePartChoices(): PartChoices {
  return useContext(PartChoicesContext)
}
