/** The right end of a page's head, which a page fills with where the person stands. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

const Place = createContext<HTMLElement | null>(null)

/** Gives the pages below a place in the head: `head` receives the element to render there. */
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

/** Shows its children in the head's place. */
export function InHead({ children }: { children: ReactNode }) {
  const place = useContext(Place)
  return place && createPortal(children, place)
}
