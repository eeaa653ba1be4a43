/** The video of a stream. The call engine plays its audio. */
export const StreamVideo = (props: { stream: MediaStream; name: string; class: string }) => (
  <video srcObject={props.stream} class={props.class} aria-label={props.name} muted autoplay playsInline />
)
