/** A stream's picture; its sound is the engine's matter. */
export const MovingPicture = (props: { stream: MediaStream; name: string; class: string }) => (
  <video srcObject={props.stream} class={props.class} aria-label={props.name} muted autoplay playsInline />
)
