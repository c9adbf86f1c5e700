/** A slot at the right end of the page header, into which a page renders the user's progress. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

const Place = createContext<HTMLElement | null>(null)

/** Provides the slot to the pages below; `head` receives the element to render in the header. */
export function HeadSlot(props: {
  head(place: ReactNode): ReactNode
  children: ReactNode
  className: string | undefined
}) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Place.Provider value={place}>
      {props.head(<div ref={setPlace} className={props.className} />)}
      {props.children}
    </Place.Provider>
  )
}

/** Renders its children into the slot of the header. */
export function InHead({ children }: { children: ReactNode }) {
  const place = useContext(Place)
  return place && createPortal(children, place)
}
